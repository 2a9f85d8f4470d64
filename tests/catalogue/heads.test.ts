import { beforeAll, describe, expect, test } from 'vitest'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { deviceOf } from './kit.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await openCatalogue('catalogue', { locales: 'locales' })
})

const layoutOf = (model: string) => {
  const known = catalogue.model(model)
  if (!known) throw new Error(`There is no model ${model}`)
  return catalogue.layoutOf(deviceOf(known)).layout
}

/** What the tile of each kind says large: what people have the device for (docs/look.md, "Tiles"). */
const HEADS: Readonly<Record<string, string>> = {
  LCK100: 'DoorLockService/state',
  GRG100: 'RollerShutterService/position',
  SHU100: 'RollerShutterService/position',
  THR100: 'ThermostatService/local_temperature',
  TRV100: 'ThermostatService/local_temperature',
  RMT100: 'ButtonService/button_1',
  PNC100: 'PanicService/panic',
  CON100: 'ContactService/contact',
  MOT100: 'MotionService/occupancy',
  SMK100: 'SmokeService/smoke',
  FAN100: 'FanService/state',
  PLG100: 'SwitchService/state',
  DIM200: 'DimmerService/state',
  MTR100: 'MeterService/power',
}

describe('the head of a tile', () => {
  test.each(Object.entries(HEADS))('%s shows %s', (model, wanted) => {
    const { header } = layoutOf(model).tile
    expect(header && `${header.service}/${header.property}`).toBe(wanted)
  })

  test('is of no model its battery, its signal or its clock, where it has anything to control or to tell', () => {
    const wrong = catalogue.models().filter(({ model }) => {
      const { tile, sections } = layoutOf(model)
      const isSomething = [...(sections.control ?? []), ...(sections.sensory ?? [])].length > 0
      return isSomething && /battery|signal|clock/i.test(tile.header?.service ?? '')
    })
    expect(wrong.map(({ model }) => model)).toEqual([])
  })
})
