import { useMemo, useState } from 'react'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { BulkGateway } from '#schemas/generated/entities/bulk-gateway.ts'
import {
  type Chosen,
  chosenOf,
  doubleIn,
  type FilterRow,
  listsOf,
  NO_FILTER,
  numbersIn,
  saying,
} from './selection.ts'
import { useSettled } from './use-settled.ts'

/** All that one operation may have. */
const ALL = 10_000
const NOBODY: readonly BulkGateway[] = []

/** Which gateways are chosen, in whatever way, beginning with these: each counts once, and those left out do not. */
export function useChosen(serialNumbers: readonly string[] = []) {
  const { source } = usePorts()
  const { definitions } = useEngine()
  const [rows, setRows] = useState<readonly FilterRow[]>([NO_FILTER])
  const [picked, setPicked] = useState<Chosen>(new Map())
  const [pasted, setPasted] = useState(serialNumbers.join('\n'))
  const [group, setGroup] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())

  const double = doubleIn(rows)
  const filters = saying(rows)
  const lists = listsOf(filters)
  const filtered = useQuery({
    queryKey: rowsKey('filterGateways', { ...lists, limit: ALL }),
    enabled: filters.length > 0 && double < 0,
    queryFn: ({ signal }) => source.load('filterGateways', { ...lists, limit: ALL }, signal),
    placeholderData: (before) => before,
  })
  const grouped = useQuery({
    queryKey: rowsKey('filterGateways', { group, limit: ALL }),
    enabled: group !== '',
    queryFn: ({ signal }) => source.load('filterGateways', { group, limit: ALL }, signal),
  })
  const settled = useSettled(pasted, numberLimit(definitions, 'typingPause'))
  const numbers = useMemo(() => numbersIn(settled), [settled])
  const read = useQuery({
    queryKey: rowsKey('selectGateways', { numbers: numbers.join() }),
    enabled: numbers.length > 0 && numbers.length <= ALL,
    queryFn: async () => {
      const answer = await source.call('selectGateways', { devices: [...numbers] }, { told: ['other'] })
      if (!answer.ok) throw Object.assign(new Error(answer.code), answer)
      return answer.data.lines
    },
  })
  // What is being typed has no verdict yet: nothing of it is sent anywhere by another text's.
  const lines = numbers.length > 0 && settled === pasted ? (read.data ?? []) : []

  const byFilter = filters.length > 0 ? (filtered.data?.data ?? NOBODY) : NOBODY
  const byGroup = group === '' ? NOBODY : (grouped.data?.data ?? NOBODY)
  const found = useMemo(() => {
    const byLine = lines.flatMap(({ gateway }) => gateway ?? [])
    return [...chosenOf([...byFilter, ...byGroup, ...byLine, ...picked.values()]).values()]
  }, [byFilter, byGroup, lines, picked])
  const devices = useMemo(
    () => found.flatMap(({ serialNumber }) => (left.has(serialNumber) ? [] : serialNumber)),
    [found, left],
  )
  const turn = (serialNumber: string): void =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(serialNumber)) next.add(serialNumber)
      return next
    })
  const leaveOut = (some: readonly string[]): void => setLeft((before) => new Set([...before, ...some]))
  return {
    ...{ rows, setRows, double, counts: filtered.data?.filters ?? [], filtered },
    ...{ picked, setPicked, pasted, setPasted, lines, read, group, setGroup },
    /** What was asked of the server; each may have no answer. */
    asked: [filtered, grouped, read],
    /** More than one operation may have: none of them is asked for. */
    tooMany: numbers.length > ALL ? ALL : undefined,
    ...{ found, left, turn, leaveOut, devices },
    /** What several filters have in common counts once. */
    twice: (filtered.data?.filters ?? []).reduce((sum, count) => sum + count, 0) - byFilter.length,
  }
}

export type Choosing = ReturnType<typeof useChosen>
