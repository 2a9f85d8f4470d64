import { download } from '#lib/download.ts'
import type { DriftGateway } from '#schemas/generated/entities/drift-gateway.ts'
import { aspects } from './rules.ts'

interface Told {
  head: readonly string[]
  aspect(id: string): string
  state(id: string): string
}

/** Spreadsheets take a text without it for one of the machine's own language. */
const BOM = '\ufeff'

/** Every gateway with the number of its differences; a name that begins like a formula is only a name. */
export async function csvOf(name: string, gateways: readonly DriftGateway[], told: Told): Promise<void> {
  const { default: papa } = await import('papaparse')
  const rows = gateways.map((one) => [
    ...[one.house, one.place, one.name, one.serialNumber, told.state(one.state), one.asOf ?? ''],
    ...aspects.map(({ id }) => (one.state === 'unknown' ? '' : (one.cells[id] ?? 0))),
  ])
  const head = [...told.head, ...aspects.map(({ id }) => told.aspect(id))]
  const text = BOM + papa.unparse([head, ...rows], { escapeFormulae: true, newline: '\r\n' })
  download(`${name}.csv`, text, 'text/csv;charset=utf-8')
}
