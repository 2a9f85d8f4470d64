import type { LocationArea, LocationAreaType } from '#schemas/generated/entities/location-area.ts'
import { notFound } from '../lib/refusal.ts'
import type { Centre, Centres } from '../store/fleet/centres.ts'

/** Names of states are told apart by their region. */
const stateOf = ({ region, state }: Centre): string => `${region}/${state}`

const AREA: Readonly<Record<LocationAreaType, (centre: Centre) => LocationArea>> = {
  region: ({ region }) => ({ type: 'region', code: region, name: region }),
  state: (centre) => ({ type: 'state', code: stateOf(centre), name: centre.state, within: centre.region }),
  centre: (centre) => ({ type: 'centre', code: centre.code, name: centre.name, within: stateOf(centre) }),
}
/** From the widest to the narrowest. */
const TYPES = ['region', 'state', 'centre'] as const satisfies readonly LocationAreaType[]

/** Every area of a type that has centres, each once, by name. */
export async function areasOfType(
  centres: Pick<Centres, 'all'>,
  type: LocationAreaType,
): Promise<LocationArea[]> {
  const areas = new Map((await centres.all()).map((centre) => [AREA[type](centre).code, AREA[type](centre)]))
  return [...areas.values()].sort((a, b) => a.name.localeCompare(b.name) || a.code.localeCompare(b.code))
}

/** The areas one step below; centres have none. */
export async function areasBelow(
  centres: Pick<Centres, 'all'>,
  type: LocationAreaType,
  code: string,
): Promise<LocationArea[]> {
  await relationOf(centres, type, code)
  const below = TYPES[TYPES.indexOf(type) + 1]
  return below ? (await areasOfType(centres, below)).filter(({ within }) => within === code) : []
}

/** What an area belongs to, from its region down to itself. */
export async function relationOf(
  centres: Pick<Centres, 'all'>,
  type: LocationAreaType,
  code: string,
): Promise<LocationArea[]> {
  const one = (await centres.all()).find((centre) => AREA[type](centre).code === code)
  if (!one) throw notFound()
  return TYPES.slice(0, TYPES.indexOf(type) + 1).map((each) => AREA[each](one))
}
