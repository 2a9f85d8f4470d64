import { spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A disk of our own: an ext4 image that is mounted through a loop device. */
export interface Disk {
  /** Where it is mounted. */
  at: string
  /**
   * What a power cut at this moment would leave on the disk, as a new mounted one. Part of what was never synced is
   * written out first, file by file at random: real disks don't keep order either.
   */
  afterCut(stop: () => Promise<void>): Promise<Disk>
  /** Fills it up to these last megabytes. */
  fill(leaving: number): void
}

const run = (command: string, ...rest: string[]) => spawnSync(command, rest, { encoding: 'utf8' })

/** Undefined where images can't be mounted: not root, no loop devices. */
export function newDisk(megabytes: number): Disk | undefined {
  if (process.getuid?.() !== 0) return undefined
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'))
  onTestFinished(() => rmSync(work, { recursive: true, force: true }))
  const image = join(work, 'disk.img')
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 * 1024)
  // No reserve for root: it is root that fills it.
  if (run('mkfs.ext4', '-q', '-F', '-m', '0', image).status !== 0) return undefined
  return mounted(work, image)
}

function mounted(work: string, image: string): Disk | undefined {
  const at = `${image}.d`
  mkdirSync(at)
  if (run('mount', '-o', 'loop', image, at).status !== 0) return undefined
  onTestFinished(() => {
    // Lazily: a test that failed may still have files open.
    run('umount', '-l', at)
  })
  return {
    at,
    async afterCut(stop) {
      writeOutSome(at)
      await stop()
      const next = join(work, `${Math.random().toString(36).slice(2)}.img`)
      // As it is, holes as holes: the disk under it has other things to do.
      if (run('cp', '--sparse=always', image, next).status !== 0) copyFileSync(image, next)
      run('umount', at)
      rmSync(image)
      const disk = mounted(work, next)
      if (!disk) throw new Error('The disk can’t be mounted after the cut')
      return disk
    },
    fill(leaving) {
      const filler = join(at, 'filler')
      run('dd', 'if=/dev/zero', `of=${filler}`, 'bs=4096')
      truncateSync(filler, statSync(filler).size - leaving * 1024 * 1024)
    },
  }
}

function writeOutSome(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || Math.random() > 0.4) continue
    try {
      const handle = openSync(join(entry.parentPath, entry.name), 'r')
      fsyncSync(handle)
      closeSync(handle)
    } catch {
      // Gone meanwhile.
    }
  }
}
