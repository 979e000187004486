# What `cmake --install` puts where, and find_package(Tenon) for programs that
# use it: Tenon::runtime runs engines, Tenon::compiler makes them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(tenon-runtime PROPERTIES EXPORT_NAME runtime)
set_target_properties(tenon-compiler PROPERTIES EXPORT_NAME compiler)
install(TARGETS tenon-runtime tenon-compiler EXPORT TenonTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS tenon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tenon
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(packageFolder ${CMAKE_INSTALL_LIBDIR}/cmake/Tenon)
install(EXPORT TenonTargets NAMESPACE Tenon:: DESTINATION ${packageFolder})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/TenonConfig.cmake.in
  ${PROJECT_BINARY_DIR}/TenonConfig.cmake
  INSTALL_DESTINATION ${packageFolder})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/TenonConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/TenonConfig.cmake
  ${PROJECT_BINARY_DIR}/TenonConfigVersion.cmake
  DESTINATION ${packageFolder})
# The build folder is a package as well: -DTenon_DIR=build/release.
export(EXPORT TenonTargets NAMESPACE Tenon::
  FILE ${PROJECT_BINARY_DIR}/TenonTargets.cmake)

# Relative, so that `cmake --install --prefix` may put it anywhere.
file(RELATIVE_PATH prefixFromPc
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(module tenon tenon-compiler)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${module}.pc.in
    ${PROJECT_BINARY_DIR}/${module}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${module}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.1)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/bench/contender.py
  DESTINATION ${CMAKE_INSTALL_DATADIR}/tenon)

# Completion scripts come from the command itself, so that they fit it.
install(CODE "
  foreach(entry bash:bash-completion/completions/tenon
      zsh:zsh/site-functions/_tenon fish:fish/vendor_completions.d/tenon.fish)
    string(REPLACE : \";\" pair \${entry})
    list(GET pair 0 shell)
    list(GET pair 1 file)
    set(file \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/\${file}\")
    get_filename_component(folder \${file} DIRECTORY)
    file(MAKE_DIRECTORY \${folder})
    execute_process(COMMAND $<TARGET_FILE:tenon> completion \${shell}
      OUTPUT_FILE \${file} COMMAND_ERROR_IS_FATAL ANY)
    message(STATUS \"Installing: \${file}\")
  endforeach()")
