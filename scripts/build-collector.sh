#!/usr/bin/env bash
# Builds a small OpenTelemetry collector, which the tests of traces send to: OTLP in,
# OTLP as JSON out.
# Usage: bash scripts/build-collector.sh FOLDER
# Writes FOLDER/otelcol-triptych. Needs Go; downloads modules.
set -euo pipefail

folder=${1:?Usage: bash scripts/build-collector.sh FOLDER}
version=0.165.0

if [ -x "$folder/otelcol-triptych" ]; then
  exit 0
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
cat >"$work/builder.yaml" <<YAML
dist:
  name: otelcol-triptych
  output_path: $work/dist
receivers:
  - gomod: go.opentelemetry.io/collector/receiver/otlpreceiver v$version
exporters:
  - gomod: go.opentelemetry.io/collector/exporter/otlphttpexporter v$version
YAML
GOBIN="$work/bin" go install "go.opentelemetry.io/collector/cmd/builder@v$version"
CGO_ENABLED=0 "$work/bin/builder" --config "$work/builder.yaml"
mv "$work/dist/otelcol-triptych" "$folder/"
