# Flags shared by every target of the project.
option(TENON_SANITIZE "Build with AddressSanitizer and UBSan" OFF)

find_program(TENON_LLD ld.lld-19)
if(TENON_LLD)
  add_link_options(-fuse-ld=${TENON_LLD})
endif()
add_compile_options(-Wall -Wextra -Wno-unused-parameter -fvisibility=hidden
  -fvisibility-inlines-hidden -ffunction-sections -fdata-sections
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
  # Nothing is contracted behind our back: fma is written where it is meant.
  -ffp-contract=off
  # A precompiled header without a time stamp is one that ccache can trust.
  "SHELL:-Xclang -fno-pch-timestamp")
add_link_options(-Wl,--gc-sections)
if(TENON_SANITIZE)
  # vptr needs RTTI of LLVM's classes in every object, which Debian's lack;
  # function reads a word before the callee, which compiled kernels lack.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr,function
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined -fno-sanitize=vptr,function)
endif()

# A precompiled header is used by its image alone: ccache rewrites the path of
# the image and not of the header that CMake would name too, and so a clone in
# another folder finds what an earlier one compiled.
set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH
  -Xclang -include-pch -Xclang <PCH_FILE>)
