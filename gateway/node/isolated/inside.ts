import { parentPort, workerData } from 'node:worker_threads'
import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Driver, DriverHost, Wire } from '#gateway/core/ports.ts'
import { systemClock } from '#gateway/core/system-clock.ts'
import type { Guard } from '#gateway/drivers/homeassistant/guard.ts'
import type { Ask, FromThread, ThreadData, Told, ToThread } from './protocol.ts'
import { nameOf, WatchWriter } from './watch.ts'

/** The thread's end: makes the driver and lets it speak with a host that is elsewhere. */
export async function serveDriver<O>(
  make: (options: O, guard: Guard, log: DriverHost['log']) => Driver | Promise<Driver>,
): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('This runs in a thread of its own')
  const { options, watch, refused } = workerData as ThreadData
  const tell = (message: FromThread): void => port.postMessage(message)
  let last: Wire = null
  const host = hostOf(tell, () => last)
  const driver = await make(options as O, guardOf(watch, new Set(refused)), host.log)

  const answer = async (ask: Ask): Promise<void> => {
    if (ask.kind === 'stop') return driver.stop()
    if (ask.kind === 'leave') return driver.network?.remove(ask.device, ask.force)
    // The driver asks for it before anything else happens.
    last = ask.last
    await driver.set(ask.command)
  }
  port.on('message', ({ ask, ...asked }: ToThread) => {
    answer(asked).then(
      () => tell({ kind: 'done', ask }),
      (error: unknown) => tell({ kind: 'done', ask, refused: refusalOf(error) }),
    )
  })
  await driver.start(host)
  tell({ kind: 'started' })
}

function guardOf(memory: SharedArrayBuffer, refused: ReadonlySet<string>): Guard {
  const watch = new WatchWriter(memory)
  return {
    run(source, work) {
      if (refused.size > 0 && refused.has(nameOf(source)))
        throw new Error('A template of this took more time or memory than a template may')
      return watch.run(source, work)
    },
  }
}

function hostOf(tell: (message: FromThread) => void, last: () => Wire): DriverHost {
  const telling =
    <K extends Told>(name: K) =>
    (...args: Parameters<DriverHost[K]>): void =>
      tell({ kind: 'tells', name, args } as FromThread)
  const nothing = (): void => {}
  return {
    clock: systemClock,
    upsert: telling('upsert'),
    remove: telling('remove'),
    inventory: telling('inventory'),
    link: telling('link'),
    report: telling('report'),
    status: telling('status'),
    bridge: telling('bridge'),
    failed: telling('failed'),
    log: telling('log'),
    malformed: telling('malformed'),
    last,
    // Nothing joins by a network of such a driver, and it has nothing of its own to remember.
    joining: nothing,
    joined: nothing,
    joinFailed: nothing,
    notes: () => undefined,
    note: () => Promise.reject(new Error('A driver in a thread of its own keeps no notes')),
  }
}

const refusalOf = (error: unknown): { code: number; message: string } =>
  error instanceof CommandError
    ? { code: error.code, message: error.message }
    : { code: codes.failed, message: error instanceof Error ? error.message.slice(0, 200) : 'It failed' }
