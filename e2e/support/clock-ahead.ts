/**
 * For a server that is started with `--import`: its clock is ahead by so many ms, as on a machine on which it is another
 * hour. Time passes as it does.
 */
const ahead = Number(process.env.CLOCK_AHEAD)
const real = Date.now
Date.now = () => real() + ahead
globalThis.Date = new Proxy(Date, {
  construct: (target, given, as) =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, as) as Date,
})
