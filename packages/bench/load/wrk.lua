-- Arguments: a file with the raw HTTP request, in which this script replaces {value}; a file with the values, one per
-- line; the expected status; the longest pause before a request, in milliseconds.
local before, after, expected
local values = {}
local threads = {}
-- Global, because `done` reads them with `thread:get`.
unexpected, unexpected_status = 0, 0

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local file = assert(io.open(args[1], "rb"))
  local text = file:read("*a")
  file:close()
  local first, last = text:find("{value}", 1, true)
  before = first and text:sub(1, first - 1) or text
  after = first and text:sub(last + 1)
  for line in io.lines(args[2]) do table.insert(values, line) end
  expected = tonumber(args[3])
  local max_pause = tonumber(args[4])
  if max_pause > 0 then delay = function() return math.random(0, max_pause) end end
  math.randomseed(os.time())
end

function request()
  if after == nil then return before end
  return before .. values[math.random(#values)] .. after
end

function response(status)
  if status == expected then return end
  unexpected = unexpected + 1
  unexpected_status = status
end

function done(summary, latency)
  local errors = summary.errors
  local total, status = 0, 0
  for _, thread in ipairs(threads) do
    total = total + thread:get("unexpected")
    status = math.max(status, thread:get("unexpected_status"))
  end
  io.write(string.format(
    '\n{"requests":%d,"rate":%.2f,"p50":%.4f,"p99":%.4f,"p999":%.4f,"unexpected":%d,"status":%d,"errors":%d}\n',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, latency:percentile(99.9) / 1e3, total, status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
