# Helpers so that adding a source file edits no build text.

# tenon_library(NAME [PCH] [DEPS target...] [EXCEPTIONS file...])
# A static library of every .cpp in the current folder (not below it).
# PCH: reuse the compiler's precompiled MLIR header.
# EXCEPTIONS: files that use a throwing library and let nothing out.
function(tenon_library name)
  cmake_parse_arguments(arg "PCH" "" "DEPS;EXCEPTIONS;SOURCES" ${ARGN})
  if(NOT arg_SOURCES)
    file(GLOB arg_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  endif()
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}
      ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR})
    target_link_libraries(${name} PUBLIC ${arg_DEPS})
    if(arg_PCH)
      target_precompile_headers(${name} REUSE_FROM tenonPch)
      add_dependencies(${name} tenonPch)
    endif()
    foreach(file ${arg_EXCEPTIONS})
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS
        -fexceptions SKIP_PRECOMPILE_HEADERS ON)
    endforeach()
  else()
    # A stage whose first file is still to come: it links as nothing.
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${arg_DEPS})
  endif()
endfunction()

# tenon_unit_test(FOLDER [PCH] DEPS target...): one GoogleTest program of
# every .cpp in the current folder, each test known to ctest by name.
function(tenon_unit_test folder)
  cmake_parse_arguments(arg "PCH" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)
    return()
  endif()
  set(name test-${folder})
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${arg_DEPS} GTest::gtest_main)
  if(arg_PCH)
    target_precompile_headers(${name} REUSE_FROM tenonPch)
    target_link_libraries(${name} PRIVATE tenonMlirFlags)
    # As the header was compiled: executables would get -fPIE.
    target_compile_options(${name} PRIVATE -fPIC)
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${folder}. DISCOVERY_TIMEOUT 60
    DISCOVERY_MODE PRE_TEST)
endfunction()
