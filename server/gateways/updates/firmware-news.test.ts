import { expect, test, vi } from 'vitest'
import { FirmwareNews } from './firmware-news.ts'

test('what goes on is kept once, before it is told; what cannot be told or kept holds nothing back', async () => {
  const did: unknown[] = []
  let broken = true
  const news = new FirmwareNews({
    log: { error: () => undefined } as never,
    store: {
      gateways: {
        setState: async (_sn, { deviceFirmwareInProgress }) => did.push(deviceFirmwareInProgress) > 0,
      },
    },
    news: {
      changed: (_sn, event) => void did.push(event),
      tell: (_sn, _event, data) => {
        if (broken) throw new Error('nobody listens')
        did.push((data as { progress?: number }).progress)
      },
    },
  })
  news.tell({ serialNumber: 'A', status: 'updating', progress: 1 })
  await vi.waitFor(() => expect(did).toEqual([true]))
  await Promise.resolve()
  broken = false
  news.tell({ serialNumber: 'A', status: 'updating', progress: 2 })
  news.tell({ serialNumber: 'A', status: 'installed' })
  news.lost('B')
  await vi.waitFor(() => expect(did).toEqual([true, 2, false, undefined, false, 'gateway_changed']))
})
