-- Arguments: a file with the request as it is sent, `{value}` in it; a file with the values, one a line; the status that is right; the longest pause, in milliseconds.
local before, after, wanted
local values = {}
local threads = {}
wrong, first_wrong = 0, 0

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
  wanted = tonumber(args[3])
  local longest = tonumber(args[4])
  if longest > 0 then delay = function() return math.random(0, longest) end end
  math.randomseed(os.time())
end

function request()
  if after == nil then return before end
  return before .. values[math.random(#values)] .. after
end

function response(status)
  if status == wanted then return end
  wrong = wrong + 1
  first_wrong = status
end

function done(summary, latency)
  local errors = summary.errors
  local amiss, status = 0, 0
  for _, thread in ipairs(threads) do
    amiss = amiss + thread:get("wrong")
    status = math.max(status, thread:get("first_wrong"))
  end
  io.write(string.format(
    '\n{"requests":%d,"rate":%.2f,"p50":%.4f,"p99":%.4f,"p999":%.4f,"wrong":%d,"status":%d,"failed":%d}\n',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, latency:percentile(99.9) / 1e3, amiss, status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
