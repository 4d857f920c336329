#!/bin/sh
if [ -e /usr/local/lib/certificates.pem ]; then export NODE_EXTRA_CA_CERTS=/usr/local/lib/certificates.pem; fi
exec node /usr/local/lib/npm/bin/npm-cli.js "$@"
