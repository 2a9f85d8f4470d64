import type { TimeWindow } from '#schemas/generated/entities/rule.ts'

export const goesBySun = ({ from, to }: TimeWindow): boolean =>
  [from, to].some((end) => end !== undefined && 'sun' in end)
