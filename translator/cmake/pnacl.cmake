# For CMake: cmake -DCMAKE_TOOLCHAIN_FILE=translator/cmake/pnacl.cmake ... with the programs of target/release on PATH.

# No system of CMake's own: no shared libraries, and nothing of the host's is looked for.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR le32)

find_program(CMAKE_C_COMPILER pnacl-clang REQUIRED)
find_program(CMAKE_CXX_COMPILER NAMES pnacl-clang++ pnacl-clangxx REQUIRED)
find_program(CMAKE_AR pnacl-ar REQUIRED)
find_program(CMAKE_RANLIB pnacl-ranlib REQUIRED)
find_program(CMAKE_NM pnacl-nm REQUIRED)

# CMake would look for these in a program's bytes, which are packed. `check_type_size` does so, too: preset what it is to find.
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_ID Clang)
  set(CMAKE_${language}_COMPILER_ID_RUN TRUE)
  set(CMAKE_${language}_COMPILER_VERSION 14)
  set(CMAKE_${language}_COMPILER_FRONTEND_VARIANT GNU)
  set(CMAKE_${language}_SIZEOF_DATA_PTR 4)
  set(CMAKE_${language}_BYTE_ORDER LITTLE_ENDIAN)
endforeach()
set(CMAKE_C_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CXX_STANDARD_COMPUTED_DEFAULT 14)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

find_program(PNACL_RUNNER crosstest)
if(PNACL_RUNNER)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${PNACL_RUNNER} exec)
endif()
