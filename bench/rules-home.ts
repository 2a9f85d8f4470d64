import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome } from '#gateway/core/home.ts'
import type { DriverHost, HomeStore } from '#gateway/core/ports.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

const sensor = (id: string): Device => ({
  id,
  device_name: id,
  class: 'SENSOR',
  status: 2,
  networkType: 'virtual',
  service_list: [
    {
      name: 'TemperatureService',
      type: 'TemperatureService',
      property_list: [{ name: 'temperature', type: 'number', readonly: true, value: null }],
    },
    {
      name: 'SwitchService',
      type: 'SwitchService',
      property_list: [{ name: 'state', type: 'bool', readonly: false, value: null }],
    },
  ],
})

/** What each report costs in a whole home: values, events, causes, records, rules, and the runs that follow. */
export async function costOfReports(
  rules: readonly Rule[],
  devices: number,
  reports: readonly RecordedChange[],
): Promise<number[]> {
  const stored = new Map<string, unknown>()
  const store: HomeStore = {
    load: async () => new Map(stored),
    put: async (entries) => {
      for (const [key, value] of entries) stored.set(key, JSON.stringify(value))
    },
  }
  let now = reports[0]?.at ?? 0
  const planned = new Set<{ at: number; run: () => void }>()
  const driver: { host?: DriverHost } = {}
  const home = createHome({
    serialNumber: 'BENCH',
    clock: {
      now: () => now,
      after(ms, run) {
        const plan = { at: now + ms, run }
        planned.add(plan)
        return () => void planned.delete(plan)
      },
    },
    store,
    transport: { event: () => undefined },
    drivers: [
      {
        name: 'bench',
        start: async (host) => {
          driver.host = host
        },
        stop: async () => undefined,
        set: async ({ id, device, service, property, value }) =>
          driver.host?.report({ device, service, property, value, cause: id }),
      },
    ],
    rules,
    scenes: vocabulary as SceneVocabulary,
  })
  await home.start()
  const { host } = driver
  if (!host) throw new Error('The driver was not started')
  for (let at = 0; at < devices; at++) host.upsert(sensor(`device-${at}`))
  const costs: number[] = []
  for (const { at, device_id = '', service_name = '', property_name = '', value } of reports) {
    // Moments that come before it are no cost of it.
    for (;;) {
      const next = [...planned].sort((a, b) => a.at - b.at).find((plan) => plan.at <= at)
      if (!next) break
      planned.delete(next)
      now = Math.max(now, next.at)
      next.run()
      await turn()
    }
    now = at
    const began = performance.now()
    host.report({ device: device_id, service: service_name, property: property_name, value })
    costs.push(performance.now() - began)
    // What it set off runs now, in its own time.
    await turn()
  }
  await home.stop()
  return costs
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
