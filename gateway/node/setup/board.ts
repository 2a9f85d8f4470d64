import { readFileSync } from 'node:fs'
import { machine, networkInterfaces, release, type, uptime } from 'node:os'
import { join } from 'node:path'
import type { BoardInfo } from '#schemas/generated/entities/board-info.ts'

/** Where Linux says what machine it runs on: boards by device tree, computers by their firmware. */
const MODEL_FILES = ['/proc/device-tree/model', '/sys/devices/virtual/dmi/id/product_name']

function modelOf(): string {
  for (const file of MODEL_FILES) {
    try {
      const text = readFileSync(file, 'utf8').replaceAll('\0', '').trim()
      if (text !== '') return text
    } catch {
      // Other machines, and other systems, have no such file.
    }
  }
  return `${type()} ${machine()}`
}

const cards = () =>
  Object.entries(networkInterfaces()).flatMap(([device, addresses = []]) =>
    addresses.filter(({ internal }) => !internal).map((address) => ({ device, ...address })),
  )

/** The address of a network card, or of the first one; IPv4 where there is one. */
export function addressOf(device?: string): string | undefined {
  const found = cards().filter((card) => device === undefined || card.device === device)
  return (found.find(({ family }) => family === 'IPv4') ?? found[0])?.address
}

export const softwareVersion = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version

/** The machine as it is now. */
export const boardInfo = (serialNumber: string, simulated: boolean): BoardInfo => ({
  model: modelOf(),
  serialNumber,
  mac: cards().find(({ mac }) => mac !== '00:00:00:00:00:00')?.mac ?? '',
  softwareVersion,
  systemVersion: `${type()} ${release()}`,
  runtimeVersion: process.versions.node,
  uptime: Math.floor(uptime()),
  simulated,
})
