import { defineCell, textOf } from '../cell.ts'

export default defineCell({ kind: 'version', Component: ({ value }) => textOf(value) })
