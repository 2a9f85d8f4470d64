import german from '#catalogue/scenes/language/ch_DE.json' with { type: 'json' }
import english from '#catalogue/scenes/language/ch_EN.json' with { type: 'json' }
import type { DeviceHead } from '#engine/ports.ts'
import { speechIn } from '#gateway/rules/testing/speech.ts'
import type { SceneLanguage } from '#schemas/generated/definitions/scene-language.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { demoDevices, demoHome } from '#server/demo/home.ts'
import scenes from '#server/demo/scenes.json' with { type: 'json' }
import germanNames from '../../../../locales/ch_DE/statuses.json' with { type: 'json' }
import englishNames from '../../../../locales/ch_EN/statuses.json' with { type: 'json' }
import { understanding } from '../../../../src/screens/scenes/ask/understand.ts'

/** The demo home, as whoever understands a sentence about it knows it. */
const catalogue = await openCatalogue('catalogue')
const { floors } = demoHome(catalogue)
const rooms = floors.flatMap(({ floor_id, rooms }) => rooms.map((room) => ({ ...room, floor_id })))
export const heads = demoDevices(catalogue).map((device): DeviceHead => {
  const room = rooms.find(({ devices }) => devices.includes(device.id))
  return {
    ...{ id: device.id, name: device.device_name, model: device.class, status: 2, networkType: 'zigbee' },
    ...{ type: catalogue.model(device.class)?.type ?? '', icon: 'device' },
    ...(room && { room: { id: room.room_id, name: room.room_name, floorId: room.floor_id } }),
    layout: catalogue.layoutOf(device).layout,
  }
})
const floorFacts = floors.map(({ floor_id, floor_name, rooms }) => ({
  id: floor_id,
  name: floor_name,
  rooms: rooms.map(({ room_id, room_name, devices }) => ({ id: room_id, name: room_name, devices })),
}))
const names = { ch_DE: germanNames, ch_EN: englishNames }
export const languages = [german, english] as unknown as SceneLanguage[]
export const factsIn = (language: string) => ({
  heads,
  floors: floorFacts,
  statuses: scenes.statuses,
  scenes: scenes.rules.map(({ id, name }) => ({ id, name })),
  addresses: [{ id: 'sprinkler', name: 'Rasensprenger' }],
  words: speechIn(language),
  statusMeant: (meaning: string) => scenes.statuses.find(({ name }) => name === meaning),
  statusName: (name: string) => (names[language as 'ch_DE'].names as Record<string, string>)[name] ?? name,
})
export const into: Rule = { id: 'draft', name: 'New scene', rule_logic: 'OR', active: false }
/** As a page would tell it. */
export const words = { action: (number: number) => `Action ${number}`, tell: () => 'told' }
export const de = understanding(languages, factsIn('ch_DE'))
export const en = understanding([...languages].reverse(), factsIn('ch_EN'))
