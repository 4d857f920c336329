#!/bin/sh
exec node /usr/local/lib/npm/bin/npm-cli.js "$@"
