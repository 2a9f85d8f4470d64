import json from '#catalogue/rules/drift.json'
import type { DriftRules } from '#schemas/generated/definitions/rules-drift.ts'
import type { DriftAspect } from '#schemas/generated/entities/drift-thing.ts'

const rules = json as DriftRules
export const { aspects, steps } = rules

/** Which of the colours a cell has: 0 for none of them, growing with their share. */
export function stepOf(some: number, all: number): number {
  if (some === 0) return 0
  const percent = all === 0 ? 100 : (some * 100) / all
  const step = steps.findIndex((end) => percent <= end)
  return (step < 0 ? steps.length : step) + 1
}

/** What is looked at: an aspect of all gateways, of those of a house, or of one. */
export interface Selected {
  aspect: DriftAspect
  house?: string
  place?: string
  serialNumber?: string
  /** What it is called, and how many gateways it is. */
  title: string
  gateways: number
  differing: number
}

/** How it is asked for. */
export const whereOf = ({ house, place, serialNumber }: Partial<Selected>) => ({
  ...(house !== undefined && { house }),
  ...(place !== undefined && { place }),
  ...(serialNumber !== undefined && { serialNumber }),
})
