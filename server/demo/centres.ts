import type { Centre } from '../store/fleet/centres.ts'
import type { NewGateway } from '../store/gateways/gateways.ts'

/** Region codes of spec 3 §3, with their states and the centres in them. */
const places: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  N: {
    Zürich: ['Zürich Nord', 'Zürich Süd', 'Winterthur'],
    Aargau: ['Aarau', 'Baden'],
    Schaffhausen: ['Schaffhausen'],
  },
  E: { 'St. Gallen': ['St. Gallen', 'Rapperswil'], Graubünden: ['Chur', 'Davos'] },
  S: { Ticino: ['Lugano', 'Bellinzona'], Valais: ['Sion', 'Brig'] },
  W: { Vaud: ['Lausanne', 'Montreux'], Genève: ['Genève'], Fribourg: ['Fribourg'] },
}

const codeOf = (region: string, name: string): string =>
  `${region}-${name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 10)
    .toUpperCase()}`

export const demoCentres: readonly Centre[] = Object.entries(places).flatMap(([region, states]) =>
  Object.entries(states).flatMap(([state, names]) =>
    names.map((name) => ({ code: codeOf(region, name), name, region, state })),
  ),
)

/** One of so many is at no centre yet. */
const NOWHERE_EVERY = 17

/** Where each gateway of the fleet stands. */
export const demoPoints = (gateways: readonly Pick<NewGateway, 'serialNumber'>[]) =>
  gateways.flatMap(({ serialNumber }, at) => {
    const centre = demoCentres[(at * 7) % demoCentres.length]
    if (!centre || at % NOWHERE_EVERY === 9) return []
    return [{ serialNumber, centre: centre.code, point: `JP${String(1000 + at)}` }]
  })
