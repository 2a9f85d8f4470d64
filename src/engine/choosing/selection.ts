import type { BulkGateway } from '#schemas/generated/entities/bulk-gateway.ts'

/** One row of filters: region, then state, then centre; empty stands for all. */
export interface FilterRow {
  region: string
  state: string
  centre: string
}

export const NO_FILTER: FilterRow = { region: '', state: '', centre: '' }

const isSame = (a: FilterRow, b: FilterRow): boolean =>
  a.region === b.region && a.state === b.state && a.centre === b.centre

/** Rows that say something. */
export const saying = (rows: readonly FilterRow[]): readonly FilterRow[] =>
  rows.filter(({ region }) => region !== '')

/** The place of the first row that another one before it says already. */
export function doubleIn(rows: readonly FilterRow[]): number {
  return rows.findIndex(
    (row, at) => row.region !== '' && rows.slice(0, at).some((other) => isSame(row, other)),
  )
}

/** As the call names them: three lists, row by row. */
export function listsOf(rows: readonly FilterRow[]): {
  reglist: string
  statelist: string
  jcenterlist: string
} {
  const of = (part: keyof FilterRow) => rows.map((row) => row[part]).join(',')
  return { reglist: of('region'), statelist: of('state'), jcenterlist: of('centre') }
}

/** Serial numbers of a pasted list, in its order. */
export const numbersIn = (pasted: string): readonly string[] =>
  pasted
    .split(/[\s,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

export type Chosen = ReadonlyMap<string, BulkGateway>

export const chosenOf = (gateways: readonly BulkGateway[]): Chosen =>
  new Map(gateways.map((one) => [one.serialNumber, one]))
