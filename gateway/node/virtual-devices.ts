import { readFileSync } from 'node:fs'
import type { VirtualOptions } from '#gateway/drivers/virtual/driver.ts'
import { device as isDevice } from '#schemas/generated/validate.js'
import { UsageError } from './usage-error.ts'

/** The devices of a file, each checked like one that a driver tells. */
export function readVirtualDevices(file: string): VirtualOptions['devices'] {
  const entries = listIn(file)
  for (const [at, entry] of entries.entries()) {
    const described =
      typeof entry === 'object' && entry !== null && 'device' in entry ? entry.device : undefined
    if (described === undefined) throw new UsageError(`--devices: ${file}: entry ${at + 1} has no "device".`)
    if (isDevice(described)) continue
    const [fault] = isDevice.errors ?? []
    throw new UsageError(
      `--devices: ${file}: the device of entry ${at + 1} is not described as the channel describes devices: ` +
        `${fault?.instancePath || 'it'} ${fault?.message ?? 'is wrong'}.`,
    )
  }
  return entries as VirtualOptions['devices']
}

function listIn(file: string): readonly unknown[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--devices: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--devices: ${file} is no JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (!Array.isArray(value) || value.length === 0)
    throw new UsageError(`--devices: ${file} is no list of { "device": … }, or an empty one.`)
  return value
}
