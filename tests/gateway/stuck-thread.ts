/** A thread whose driver does with each message what a hostile one might make it do. */
import type { DriverHost } from '#gateway/core/ports.ts'
import { serveDriver } from '#gateway/node/isolated/inside.ts'

await serveDriver<{ announced: readonly string[] }>(({ announced }, guard) => {
  let host: DriverHost | undefined
  const works: Readonly<Record<string, () => void>> = {
    endless: () => {
      for (;;);
    },
    hoarding: () => {
      const kept: unknown[][] = []
      for (;;) kept.push(Array.from({ length: 100_000 }, (_one, at) => ({ at })))
    },
    decent: () => {},
  }
  const meet = (id: string): void => {
    try {
      guard.run(id, works[id.split(' ')[0] ?? ''] ?? (() => {}))
      host?.upsert({ id, device_name: id, class: 'TEST', status: 2, networkType: 'ip', service_list: [] })
    } catch (error) {
      host?.malformed(id, String(error))
    }
  }
  return {
    name: 'stuck',
    async start(given) {
      host = given
      // All of it is retained: it comes again with every start.
      for (const id of announced) meet(id)
    },
    async stop() {},
    async set({ device, service, property, value, id }) {
      if (value === 'endless') guard.run('an order', () => works.endless?.())
      if (value === 'refuse') throw new Error('No')
      host?.report({
        device,
        service,
        property,
        value: [value, host.last({ device, service, property })],
        cause: id,
      })
    },
  }
})
