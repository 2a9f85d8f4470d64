import { downloadCsv } from '#lib/csv.ts'
import type { DriftGateway } from '#schemas/generated/entities/drift-gateway.ts'
import { aspects } from './rules.ts'

interface Told {
  head: readonly string[]
  aspect(id: string): string
  state(id: string): string
}

/** Every gateway with the number of its differences. */
export async function csvOf(name: string, gateways: readonly DriftGateway[], told: Told): Promise<void> {
  const rows = gateways.map((one) => [
    ...[one.house, one.place, one.name, one.serialNumber, told.state(one.state), one.asOf ?? ''],
    ...aspects.map(({ id }) => (one.state === 'unknown' ? '' : (one.cells[id] ?? 0))),
  ])
  const head = [...told.head, ...aspects.map(({ id }) => told.aspect(id))]
  await downloadCsv(name, [head, ...rows])
}
