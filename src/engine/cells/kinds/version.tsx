import { defineCell, textOf } from '../cell.ts'

export default defineCell({
  kind: 'version',
  card: 'line',
  named: true,
  Component: ({ value }) => textOf(value),
})
