import { describe, expect, test } from 'vitest'
import { FailureWatch } from './failure-watch.ts'
import { classesOf, DAY, dayOf } from './rules.ts'

const device = (...names: string[]) => ({
  service_list: names.map((name) => ({ name, type: name, property_list: [] })),
})

describe('classes of devices', () => {
  test('3.2-083 the first that fits counts: a lamp that measures is a lamp, and what nothing fits is something', () => {
    expect(
      classesOf([
        device('LightService', 'MeterService'),
        device('MeterService'),
        device('BatteryService', 'MotionService', 'TemperatureService'),
        device('BatteryService'),
        device(),
      ]),
    ).toEqual(
      new Map([
        ['lights', 1],
        ['meters', 1],
        ['motion', 1],
        ['others', 2],
      ]),
    )
  })
})

describe('what counts as a failure', () => {
  const watch = () => new FailureWatch(() => 5 * DAY + 1)

  test('an order that ended silent, failed or otherwise; one that was confirmed does not', () => {
    const failures = watch()
    for (const outcome of ['silent', 'silent', 'failed', 'confirmed', 'taken'])
      failures.told('G', 'order_ended', { outcome })
    expect(failures.take()).toEqual([
      { serialNumber: 'G', kind: 'silent', day: dayOf(5 * DAY), times: 2 },
      { serialNumber: 'G', kind: 'failed', day: 5, times: 1 },
    ])
    expect(failures.take()).toEqual([])
  })

  test('a PIN lock counts when it begins, not when it ends', () => {
    const failures = watch()
    failures.told('G', 'lock_changed', { lockStatus: 0 })
    failures.told('G', 'lock_changed', { lockStatus: 2_147_483_648 })
    expect(failures.take()).toMatchObject([{ kind: 'pinLocked', times: 1 }])
  })

  test('what could not be written is counted with what came meanwhile; nonsense is no failure', () => {
    const failures = watch()
    failures.told('G', 'order_ended', { outcome: 'silent' })
    const taken = failures.take()
    for (const data of [undefined, null, 'silent', { outcome: ['silent', 'x'] }, {}])
      failures.told('G', 'order_ended', data)
    failures.told('G', 'order_ended', { outcome: 'silent' })
    failures.back(taken)
    expect(failures.take()).toMatchObject([{ kind: 'silent', times: 2 }])
  })
})
