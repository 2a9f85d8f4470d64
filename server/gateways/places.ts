import catalogue from '#catalogue/places.json' with { type: 'json' }
import { plainLetters } from '#gateway/lib/names/letters.ts'
import type { Address } from '#schemas/generated/entities/address.ts'
import type { GatewayAddress } from '#schemas/generated/entities/gateway-address.ts'
import { guardedFetch, OutboundError } from '#server/outbound/guarded-fetch.ts'
import { fold } from '#server/store/text.ts'

/** A service that a deployment names; `{latitude}` and `{longitude}` stand in its address. */
export interface GeoHost {
  address: string
  /** It may be on this machine or in a private network. */
  privateAllowed: boolean
}

/** What is known of a place; undefined when nothing is. */
export type FindAddress = (latitude: number, longitude: number) => Promise<Address | undefined>

const TIMEOUT_MS = 5000
const MAX_BYTES = 64 * 1024
const EARTH_KM = 6371

export const placeFinder = (host: GeoHost | undefined): FindAddress =>
  host ? atHost(host) : async (latitude, longitude) => nearestTown(latitude, longitude)

/** The nearest town of the list that comes along; no street, since towns are all it knows. */
export function nearestTown(latitude: number, longitude: number): Address | undefined {
  const [nearest] = catalogue.places
    .map((place) => ({ place, km: distance([latitude, longitude], [place.latitude, place.longitude]) }))
    .toSorted((a, b) => a.km - b.km)
  if (!nearest || nearest.km > catalogue.reachKm) return undefined
  const { city, state, zip } = nearest.place
  return { street: '', city, state, zip }
}

/** Where an address is, as far as the list that comes along knows its postcode or its town. */
export function placeOf({ zip, city, alpha2Code }: Pick<GatewayAddress, 'zip' | 'city' | 'alpha2Code'>) {
  if (alpha2Code !== catalogue.alpha2Code) return undefined
  const found =
    catalogue.places.find((place) => place.zip === zip) ??
    catalogue.places.find((place) => plain(place.city) === plain(city))
  return found && { latitude: found.latitude, longitude: found.longitude, name: found.city }
}

const TOWNS = 10

const plain = (text: string): string => plainLetters(fold(text))

/** Towns of the list that comes along whose name or postcode has this in it; those that begin with it come first. */
export function townsNamed(text: string): readonly Pick<Address, 'city' | 'state' | 'zip'>[] {
  const wanted = plain(text)
  if (wanted === '') return []
  return catalogue.places
    .map(({ city, state, zip }) => ({
      town: { city, state, zip },
      at: plain(`${city} ${zip}`).indexOf(wanted),
    }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => Math.sign(a.at) - Math.sign(b.at) || a.town.city.length - b.town.city.length)
    .slice(0, TOWNS)
    .map(({ town }) => town)
}

type Point = readonly [latitude: number, longitude: number]

/** Great circle, by the haversine formula. */
function distance([lat1, lon1]: Point, [lat2, lon2]: Point): number {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180
  const half = (a: number, b: number): number => Math.sin(rad(b - a) / 2) ** 2
  const h = half(lat1, lat2) + Math.cos(rad(lat1)) * Math.cos(rad(lat2)) * half(lon1, lon2)
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** V-11: only the configured host is called, and what it says is read with care. */
function atHost({ address, privateAllowed }: GeoHost): FindAddress {
  const { host } = new URL(address)
  const call = guardedFetch({ hosts: [host], privateAllowed, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
  return async (latitude, longitude) => {
    const url = address
      .replaceAll('{latitude}', encodeURIComponent(latitude))
      .replaceAll('{longitude}', encodeURIComponent(longitude))
    const answer = await call(url, { headers: { accept: 'application/json' } })
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new OutboundError(`${host} answered ${answer.status}`)
    return addressIn(await answer.json().catch(() => undefined))
  }
}

/** Our own fields, or those of OpenStreetMap's Nominatim. */
function addressIn(body: unknown): Address | undefined {
  const whole = recordOf(body)
  const parts = 'address' in whole ? recordOf(whole.address) : whole
  const text = (...names: string[]): string => {
    const found = names.map((name) => parts[name]).find((value) => typeof value === 'string')
    return typeof found === 'string' ? found.slice(0, 128) : ''
  }
  const street = [text('street', 'road'), text('house_number')].filter(Boolean).join(' ')
  const city = text('city', 'town', 'village', 'municipality')
  const zip = text('zip', 'postcode')
  return city === '' && zip === '' ? undefined : { street, city, state: text('state'), zip }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
