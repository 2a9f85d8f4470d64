import type { Entity, Part } from '../entity.ts'
import type { Feature, Names } from '../names.ts'
import { climate, humidifier } from './climate.ts'
import { button, event, notify, tag, trigger, update } from './commands.ts'
import { cover, lock, valve } from './cover.ts'
import { fan, siren } from './fan.ts'
import { light } from './light.ts'
import { alarm, mower, picture, tracker, vacuum } from './machines.ts'
import { binarySensor, infrared, number, select, sensor, switchable, text } from './values.ts'

export interface Helpers {
  names: Names
  feature: Feature
  now(): number
}

/** Every component of the discovery, and how its entities become values. */
export const components: ReadonlyMap<string, (entity: Entity, helpers: Helpers) => Part[]> = new Map<
  string,
  (entity: Entity, helpers: Helpers) => Part[]
>([
  ['alarm_control_panel', alarm],
  ['binary_sensor', (entity, { names }) => binarySensor(entity, names)],
  ['button', (entity, { names }) => button(entity, names)],
  ['camera', (entity, { now }) => picture(entity, now)],
  ['climate', (entity, { feature }) => climate(entity, feature)],
  ['cover', cover],
  ['date', (entity, { names }) => text(entity, names)],
  ['datetime', (entity, { names }) => text(entity, names)],
  ['device_automation', trigger],
  ['device_tracker', (entity, { names }) => tracker(entity, names)],
  ['event', event],
  ['fan', fan],
  ['humidifier', humidifier],
  ['image', (entity, { now }) => picture(entity, now)],
  ['infrared', (entity, { names }) => infrared(entity, names)],
  ['lawn_mower', mower],
  ['light', light],
  ['lock', lock],
  ['notify', notify],
  ['number', (entity, { names }) => number(entity, names)],
  ['scene', (entity, { names }) => button(entity, names)],
  ['select', (entity, { names }) => select(entity, names)],
  ['sensor', (entity, { names }) => sensor(entity, names)],
  ['siren', siren],
  ['switch', (entity, { names }) => switchable(entity, names)],
  ['tag', tag],
  ['text', (entity, { names }) => text(entity, names)],
  ['time', (entity, { names }) => text(entity, names)],
  ['update', update],
  ['vacuum', vacuum],
  ['valve', valve],
  ['water_heater', (entity, { feature }) => climate(entity, feature)],
])
