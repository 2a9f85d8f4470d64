import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HeldDevice, keyOf } from '#gateway/core/devices/held-device.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { DevicePage } from '#schemas/generated/entities/device-page.ts'
import { devicePage as validPage } from '#schemas/generated/validate.js'
import { askForDevices, type Descriptions, devicePage } from './device-page.ts'

type List = Commands['get_object_list_by_type_detailed']

const property = (name: string): Property => ({ name, value: null, type: 'number', readonly: true })

/** Of three kinds, in no order of their ids. */
function held(count: number): HeldDevice[] {
  return Array.from({ length: count }, (_, at) => {
    const names = ['power', 'energy', 'state'].slice(at % 3)
    const device: Device = {
      id: `d${(at * 37) % 101}`,
      device_name: `Device ${at}`,
      class: 'X',
      status: 2,
      networkType: 'virtual',
      service_list: [{ name: 'S', type: 'S', property_list: names.map(property) }],
    }
    const remembered = new Map([[keyOf('S', 'energy'), { value: at, at: '2026-11-21T00:00:00.000Z' }]])
    const one = new HeldDevice('hand', device, at % 2 === 0 ? remembered : undefined)
    if (at % 5 === 0) one.keep(keyOf('S', 'state'), at / 10, '2026-11-22T10:11:12.345Z')
    return one
  })
}

const byId = (a: Device, b: Device): number => (a.id < b.id ? -1 : 1)
const views = (homes: readonly HeldDevice[]): Device[] => homes.map(({ view }) => view).sort(byId)
const isPage = (page: unknown): page is DevicePage => validPage(page)

/** Asks a gateway whose devices are those of the moment, over a wire that carries text. */
function asking(devices: () => readonly HeldDevice[], limit?: number) {
  const descriptions: Descriptions = new Map()
  const asked: List['params'][] = []
  const answers: string[] = []
  const all = () =>
    askForDevices({
      descriptions,
      readable: isPage,
      ask: async (params) => {
        asked.push(params)
        const { page } = params
        const answer = page && devicePage(devices(), { ...page, ...(limit !== undefined && { limit }) })
        answers.push(JSON.stringify({ data: { objects: [], page: answer, seq: asked.length } }))
        return JSON.parse(answers.at(-1) ?? '') as { data: List['data'] }
      },
    })
  return { all, asked, answers }
}

test('pages of any size hold the same devices as the whole list, each once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 70 }), async (count, limit) => {
      const devices = held(count)
      const { all } = asking(() => devices, limit)
      expect((await all())?.objects).toEqual(views(devices))
    }),
    { numRuns: 60 },
  )
})

test('L-04 all pages are as of the first one, so that what happens meanwhile is applied to each', async () => {
  const { all, asked } = asking(() => held(30), 10)
  expect((await all())?.seq).toBe(1)
  expect(asked.map(({ page }) => page?.after)).toEqual([undefined, 'd33', 'd63'])
})

test('a device that leaves between two pages takes no other along', async () => {
  let devices = held(30)
  const { all, asked } = asking(() => {
    if (asked.length === 2) devices = devices.filter(({ id }) => id !== 'd0' && id !== 'd27')
    return devices
  }, 10)
  const ids = (await all())?.objects.map(({ id }) => id)
  expect(ids).toEqual(views(held(30)).map(({ id }) => id))
})

test('a description is sent once, and not again to whoever knows it', async () => {
  const { all, answers } = asking(() => held(30), 10)
  const count = () => answers.join('').split('"property_list"').length - 1
  await all()
  expect(count()).toBe(3)
  await all()
  expect(count()).toBe(3)
})

test.each([
  ['refuses pages as it does not know them', { code: 400 }],
  ['gives pages that cannot be read', { data: { objects: [], page: { nonsense: 1 } } as never }],
])('a gateway that %s is asked for the whole list', async (_what, first) => {
  const asked: List['params'][] = []
  const whole = { objects: views(held(3)), seq: 7 }
  const answer = await askForDevices({
    descriptions: new Map(),
    readable: isPage,
    ask: async (params) => {
      asked.push(params)
      return params.page ? first : { data: whole }
    },
  })
  expect(answer).toEqual(whole)
  expect(asked.at(-1)).toEqual({ type: 'device' })
})

test('a gateway that says nothing, or that it is away, is not asked for more', async () => {
  for (const answer of [undefined, { code: -1 }]) {
    let asked = 0
    const all = await askForDevices({
      descriptions: new Map(),
      readable: isPage,
      ask: async () => {
        asked += 1
        return answer
      },
    })
    expect([all, asked]).toEqual([undefined, 1])
  }
})

test('a gateway that does not come to an end is not asked for ever', async () => {
  const page = { ...devicePage(held(3), { limit: 3 }), last: false }
  const answer = await askForDevices({
    descriptions: new Map(),
    readable: isPage,
    ask: async () => ({ data: { objects: [], page } }),
  })
  expect(answer?.objects).toHaveLength(6)
})

/** A gateway whose pages do not end: as many devices as may be asked for, each with as many properties. */
async function endless(properties: number) {
  let asked = 0
  const services = [
    {
      name: 'S',
      type: 'S',
      property_list: Array.from({ length: properties }, (_, at) => property(`p${at}`)),
    },
  ]
  const list = await askForDevices({
    descriptions: new Map(),
    readable: isPage,
    ask: async ({ page }) => {
      asked++
      const devices = Array.from({ length: page?.limit ?? 0 }, (_, at) => ({
        device: {
          ...{
            id: `d${String(asked * 1000 + at).padStart(12, '0')}`,
            device_name: 'X',
            class: 'X',
            status: 2 as const,
          },
          ...{ networkType: 'virtual' as const, service_list: [] },
        },
        ...{ description: '0011223344556677', values: [], at: [] },
      }))
      const descriptions: DevicePage['descriptions'] = asked === 1 ? { '0011223344556677': services } : {}
      return { data: { objects: [], seq: 1, page: { last: false, descriptions, devices } } }
    },
  })
  return { asked, devices: list?.objects.length }
}

test.each([
  ['of devices', 1, 101, 10_000],
  ['of properties', 500, 3, 200],
  ['of properties on its first page', 5000, 1, 0],
])(
  'M-04 of a gateway that has more and more %s only so much is believed',
  async (_of, each, asked, devices) => {
    expect(await endless(each)).toEqual({ asked, devices })
  },
)
