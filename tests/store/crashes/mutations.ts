import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Random numbers that a seed determines (mulberry32), so that a failure can be repeated. */
export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export type Mutation = (data: string, file: string, pick: (below: number) => number) => void

export const truncated: Mutation = (data, file, pick) => {
  const path = join(data, file)
  truncateSync(path, pick(statSync(path).size))
}

export const flipped: Mutation = (data, file, pick) => {
  const path = join(data, file)
  const content = readFileSync(path)
  const at = pick(content.length)
  content.writeUInt8(content.readUInt8(at) ^ (1 << pick(8)), at)
  writeFileSync(path, content)
}
