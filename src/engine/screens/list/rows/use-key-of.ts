import { useCallback } from 'react'
import { valueAt } from '#lib/value-at.ts'
import { textOf } from '../../../cells/cell.ts'
import type { Row } from '../../../ports.ts'

/**
 * The key of a row by its place; one function for as long as the rows are the same. A virtual list that is given another
 * one measures all of its lines anew, in each frame of scrolling.
 */
export const useKeyOf = (rows: readonly Row[], id: string): ((index: number) => string) =>
  useCallback((index: number) => textOf(valueAt(rows[index], id)), [rows, id])
