import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Files } from './files.ts'

const SIZES = [512 * 1024, 256 * 1024, 128 * 1024]

/**
 * Sets some room aside. Even a start that only reads needs a little, and a home whose disk ran full must come up
 * again after a restart (S-03).
 */
export function setAside({ reserve }: Files): void {
  if (existsSync(reserve) && statSync(reserve).size === SIZES[0]) return
  for (const size of SIZES) {
    try {
      writeFileSync(reserve, Buffer.alloc(size, 1), { mode: 0o600, flush: true })
      return
    } catch {
      rmSync(reserve, { force: true })
    }
  }
}

/** Gives the room free; false when there is none. */
export function giveUp({ reserve }: Files): boolean {
  if (!existsSync(reserve)) return false
  rmSync(reserve)
  return true
}
