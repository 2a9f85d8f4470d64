import type { Action } from '#schemas/generated/definitions/action.ts'
import type { Column, Fact, ListScreen } from '#schemas/generated/definitions/screen.ts'
import type { ActionRunner } from '../../../actions/use-actions.tsx'
import type { NamedAction } from '../../../actions/use-of.ts'
import type { Row } from '../../../ports.ts'
import type { ListAddress } from '../data/use-list-address.ts'
import type { Selection } from '../use-selection.ts'

/** What table and cards draw. */
export interface RowsProps {
  screen: ListScreen
  /** Name of the resource: words of its fields are `fields.<resource>.<field>`. */
  resource: string
  /** Field that identifies a row. */
  id: string
  columns: readonly Column[]
  rows: readonly Row[]
  total: number
  address: ListAddress
  open: { name: string; action: Action } | undefined
  /** Actions by their names, for switches in cells. */
  named?: Readonly<Record<string, Action>>
  actionsOf(row: Row): readonly NamedAction[]
  runner: ActionRunner
  /** What a row tells when it is opened, and which one is open. */
  details?: { facts: readonly Fact[]; opened: string | undefined; toggle(id: string): void } | undefined
  /** Where rows can be chosen. */
  choosing?: Choosing | undefined
}

/** What draws one of them, as a line or as a card. */
export interface RowProps extends Omit<RowsProps, 'total' | 'address'> {
  row: Row
}

/** The column that names a row: one that is made to, else the first. */
export const namingOf = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ naming }) => naming) ?? columns[0]

export interface Choosing {
  selection: Selection
  /** With which rows the last task failed, and why. */
  failed: ReadonlyMap<string, string>
}
