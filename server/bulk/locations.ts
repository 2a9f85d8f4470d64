import limits from '#catalogue/limits.json' with { type: 'json' }
import { type CsvLine, csvLines, csvText } from '#gateway/lib/files/csv.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { LocationImport } from '#schemas/generated/entities/location-import.ts'
import type { LocationFaultKind, LocationVerdict } from '#schemas/generated/entities/location-verdict.ts'
import { conflict, invalid } from '../lib/refusal.ts'
import type { Centre, Centres, PlacedGateway } from '../store/fleet/centres.ts'

const { locationCentres } = limits.limits

/** Serial numbers in one statement. */
const CHUNK = 500
/** Faults that are told one by one: whoever has more mends these first. */
const TOLD = 100
const LONGEST = 64
const LONGEST_NAME = 128

const HEADINGS = {
  centres: ['code', 'name', 'region', 'state'],
  gateways: ['serialnumber', 'centre', 'point'],
} as const
type List = keyof typeof HEADINGS

/** Of two lists: which line says what. */
export type Lists = Readonly<Record<List, readonly CsvLine[]>>

type Fault = LocationVerdict['faults'][number]

/** Which of these gateways there are, by serial number. */
export async function gatewaysNamed(
  centres: Pick<Centres, 'gateways'>,
  serialNumbers: readonly string[],
): Promise<ReadonlyMap<string, PlacedGateway>> {
  const all = [...new Set(serialNumbers)]
  const found = new Map<string, PlacedGateway>()
  for (let from = 0; from < all.length; from += CHUNK) {
    const some = all.slice(from, from + CHUNK)
    const { data } = await centres.gateways({ serialNumbers: some, page: 1, limit: CHUNK })
    for (const one of data) found.set(one.serialNumber, one)
  }
  return found
}

/** Lines of what a program says. */
export const listsOf = ({ centres, gateways }: LocationImport): Lists => ({
  centres: centres.map(({ code, name, region, state }, at) => lineOf([code, name, region, state], at)),
  gateways: gateways.map(({ serialNumber, centre, point }, at) => lineOf([serialNumber, centre, point], at)),
})

/** Lines of two CSV files, separated by comma, semicolon or tab; a line of headings may come first. */
export async function listsIn(files: Readonly<Record<List, File>>): Promise<Lists> {
  return {
    centres: linesIn(await csvText(files.centres), 'centres'),
    gateways: linesIn(await csvText(files.gateways), 'gateways'),
  }
}

function linesIn(text: string, list: List): readonly CsvLine[] {
  const lines = text.trim() === '' ? undefined : csvLines(text)
  if (!lines) throw invalid(`/${list}File`, undefined, 'LOCATION_FILE')
  const [first] = lines
  return first && isHeading(first.cells, HEADINGS[list]) ? lines.slice(1) : lines
}

const lineOf = (cells: readonly string[], at: number): CsvLine => ({
  line: at + 1,
  cells: cells.map((cell) => cell.trim()),
})

const isHeading = (cells: readonly string[], names: readonly string[]): boolean =>
  cells.length === names.length &&
  cells.every((cell, at) => cell.toLowerCase().replaceAll(/[\s_-]/g, '') === names[at])

/**
 * Where gateways stand from now on: all that is named, or nothing where a line is at fault.
 * `trial`: nothing is written either way.
 */
export async function importLocations(
  store: Pick<Centres, 'all' | 'gateways' | 'put'>,
  { centres, gateways }: Lists,
  trial = false,
): Promise<LocationVerdict> {
  const known = new Set((await store.all()).map(({ code }) => code))
  const there = await gatewaysNamed(
    store,
    gateways.map(({ cells: [sn = ''] }) => sn.toUpperCase()),
  )
  const faults: Fault[] = []
  const take = <T>(
    list: List,
    lines: readonly CsvLine[],
    read: (cells: readonly string[]) => T | LocationFaultKind,
  ) => {
    const seen = new Set<string>()
    return lines.flatMap(({ line, cells, quote }) => {
      const [given = ''] = cells
      const fits = cells.length === HEADINGS[list].length
      const row = quote ? 'quote' : !fits ? 'columns' : seen.has(given.toUpperCase()) ? 'twice' : read(cells)
      seen.add(given.toUpperCase())
      if (typeof row !== 'string') return [row]
      faults.push({ list, line, fault: row as LocationFaultKind, given: given.slice(0, LONGEST_NAME) })
      return []
    })
  }

  const places = take(
    'centres',
    centres,
    ([code = '', name = '', region = '', state = '']): Centre | 'value' =>
      isShort(code) && isShort(region) && isName(name) && isName(state) && !state.includes(',')
        ? { code, name, region, state }
        : 'value',
  )
  const codes = new Set([...known, ...places.map(({ code }) => code)])
  if (codes.size > locationCentres.value) throw conflict('LOCATIONS_FULL')
  const points = take('gateways', gateways, ([given = '', centre = '', point = '']) => {
    const serialNumber = given.toUpperCase()
    if (!there.has(serialNumber)) return 'gateway'
    if (!codes.has(centre)) return 'centre'
    return isShort(point) ? { serialNumber, centre, point } : 'value'
  })

  const imported = faults.length === 0 && !trial
  if (imported) await store.put(places, points)
  return {
    ...{ imported, centres: places.length, gateways: points.length },
    ...{ faults: faults.slice(0, TOLD), faultCount: faults.length },
  }
}

const isName = (text: string): boolean =>
  text !== '' && text.length <= LONGEST_NAME && cleanName(text) === text.normalize('NFC')
const isShort = (text: string): boolean => isName(text) && text.length <= LONGEST && !/[,/]/.test(text)
