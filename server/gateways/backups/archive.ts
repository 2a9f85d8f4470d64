import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw, gunzip, gzip } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { strFromU8, strToU8, unzipSync, Zip, type ZipInputFile } from 'fflate'
import historySchema from '#schemas/entities/backup-history.json' with { type: 'json' }
import manifestSchema from '#schemas/entities/backup-manifest.json' with { type: 'json' }
import radiosSchema from '#schemas/entities/backup-radios.json' with { type: 'json' }
import type { BackupHistory } from '#schemas/generated/entities/backup-history.ts'
import type { BackupManifest } from '#schemas/generated/entities/backup-manifest.ts'
import type { BackupRadios } from '#schemas/generated/entities/backup-radios.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { restore_backup as isRestore } from '#schemas/generated/validate-commands.js'
import { deeperThan } from '#server/lib/json-depth.ts'
import { inPortions } from '#server/lib/portions.ts'
import { conflict, invalid, type Refusal } from '#server/lib/refusal.ts'
import { isWhole, type KeptHistory } from './history.ts'

/** Of what a backup holds. A newer one is refused with a sentence; older ones would be brought up to date here. */
const SCHEMA_VERSION = 2
/** Of those that hold nothing but how the home is set up: whoever knows no more takes them in. */
const PLAIN_VERSION = 1

/** What a file may grow to when it is unpacked. */
const MOST = 8_000_000
const MANIFEST_MOST = 10_000
const DEPTH = 32
const COST = 32_768
/** Days of a history that are looked at before everybody else has his turn. */
const AT_A_TIME = 100
/** APPNOTE 4.4.5: how a file is packed. */
const [STORED, DEFLATE] = [0, 8]

// A history is megabytes: packed on this thread, it would hold up everybody for more than a second.
const [deflated, gzipped, ungzipped] = [promisify(deflateRaw), promisify(gzip), promisify(gunzip)]
const scryptOf = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)

export type Facts = Omit<BackupManifest, 'format' | 'schemaVersion' | 'content' | keyof More>

/** What may go along by choice. */
export interface More {
  history?: KeptHistory
  radios?: BackupRadios
}

type Part = Pick<BackupManifest['content'], 'sha256' | 'encryption'> & { file: string }

/** The file of a backup: a zip with its manifest, what the home is set up as, and what goes along, encrypted where there is a passphrase. */
export async function packed(
  facts: Facts,
  content: HomeContent,
  passphrase?: string,
  { history, radios }: More = {},
): Promise<Uint8Array> {
  const entries: Entry[] = []
  const add = async <N extends string>(name: N, value: unknown) => {
    const json = Buffer.from(JSON.stringify(value))
    const sealed = passphrase === undefined ? undefined : await seal(await gzipped(json), passphrase)
    const file = sealed ? (`${name}.bin` as const) : (`${name}.json` as const)
    const bytes = sealed?.bytes ?? json
    entries.push({ file, bytes, ...(!sealed && { packed: await deflated(bytes) }) })
    return { file, sha256: sha256(bytes), ...(sealed && { encryption: sealed.encryption }) }
  }
  const manifest: BackupManifest = {
    format: 'gatehouse-backup',
    schemaVersion: history || radios ? SCHEMA_VERSION : PLAIN_VERSION,
    ...facts,
    content: await add('content', content),
    ...(history && { history: { ...(await add('history', { days: history.days })), from: history.from } }),
    ...(radios && { radios: await add('radios', radios) }),
  }
  const bytes = strToU8(`${JSON.stringify(manifest, null, 2)}\n`)
  return zipOf([{ file: 'manifest.json', bytes }, ...entries])
}

interface Entry {
  file: string
  bytes: Uint8Array<ArrayBuffer>
  /** Deflated; what is sealed does not get smaller. */
  packed?: Uint8Array<ArrayBuffer>
}

function zipOf(entries: readonly Entry[]): Uint8Array {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const { file, bytes, packed } of entries) {
    const entry: ZipInputFile = {
      filename: file,
      size: bytes.length,
      crc: crc32(bytes),
      compression: packed ? DEFLATE : STORED,
    }
    zip.add(entry)
    entry.ondata?.(null, packed ?? bytes, true)
  }
  zip.end()
  return new Uint8Array(Buffer.concat(chunks))
}

/** What a file says that it is. Throws a Refusal that says what is wrong with it. */
export async function manifestOf(zip: Uint8Array): Promise<BackupManifest> {
  return (await opened(zip)).manifest
}

/** How a home is set up in a file, checked; throws a Refusal that says what is wrong with it. */
export async function unpacked(
  zip: Uint8Array,
  passphrase?: string,
): Promise<{ manifest: BackupManifest; content: HomeContent }> {
  const { manifest, files } = await opened(zip)
  const content = await readOf(files, manifest.content, passphrase)
  // The gateway's own check, so that nothing is kept that no gateway would take.
  if (!isContent(content)) throw unreadable()
  return { manifest, content: content as HomeContent }
}

/** What went along, checked likewise. */
export async function moreOf(zip: Uint8Array, passphrase?: string): Promise<More> {
  const { manifest, files } = await opened(zip)
  const { history, radios } = manifest
  const more: More = {}
  if (history) {
    const told = await readOf(files, history, passphrase)
    if (!(await isHistory(told))) throw unreadable()
    more.history = { ...(told as BackupHistory), from: history.from }
  }
  if (radios) {
    const told = await readOf(files, radios, passphrase)
    if (!checked<BackupRadios>('radios', told)) throw unreadable()
    more.radios = told
  }
  return more
}

async function readOf(
  files: Readonly<Record<string, Uint8Array>>,
  { file, encryption }: Part,
  passphrase: string | undefined,
): Promise<unknown> {
  if (encryption && passphrase === undefined) throw conflict('BACKUP_PASSPHRASE_NEEDED')
  const bytes = files[file] ?? new Uint8Array()
  const plain = encryption ? await unseal(bytes, encryption, passphrase ?? '') : bytes
  // Each of these takes its time with megabytes.
  await setImmediate()
  const text = strFromU8(plain)
  if (deeperThan(text, DEPTH) !== undefined) throw unreadable()
  await setImmediate()
  const told = parsed(text)
  await setImmediate()
  return told
}

/** Looked at some days at a time: a whole year of a large home would hold up everybody. */
async function isHistory(told: unknown): Promise<boolean> {
  const days = typeof told === 'object' && told !== null && 'days' in told ? told.days : undefined
  if (!Array.isArray(days) || days.length > MOST_DAYS) return checked<BackupHistory>('history', told)
  if (!checked<BackupHistory>('history', { ...(told as object), days: [] })) return false
  const fine = await inPortions(days, AT_A_TIME, (some) => {
    const portion: unknown = { days: some }
    return checked<BackupHistory>('history', portion) && isWhole(portion)
  })
  return fine.every(Boolean)
}

const MOST_DAYS = historySchema.properties.days.maxItems

/** Whether a gateway would take a home that is set up so. */
export const isContent = (content: unknown): boolean => isRestore({ content, base: EMPTY })

const EMPTY: HomeContent = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }

const FILES: Readonly<Record<string, number>> = {
  'manifest.json': MANIFEST_MOST,
  ...Object.fromEntries(
    ['content', 'history', 'radios'].flatMap((name) => [
      [`${name}.json`, MOST],
      [`${name}.bin`, MOST],
    ]),
  ),
}

async function opened(
  zip: Uint8Array,
): Promise<{ manifest: BackupManifest; files: Readonly<Record<string, Uint8Array>> }> {
  const files = unzipped(zip)
  await setImmediate()
  const told = files['manifest.json']
  const manifest = told && parsed(strFromU8(told))
  if (isNewer(manifest)) throw conflict('BACKUP_TOO_NEW')
  if (!checked<BackupManifest>('manifest', manifest)) throw unreadable()
  const { content, history, radios } = manifest
  for (const part of [content, history, radios]) {
    const bytes = part && files[part.file]
    if (part && (!bytes || sha256(bytes) !== part.sha256)) throw damaged()
    await setImmediate()
  }
  return { manifest, files }
}

/** Nothing is unpacked that has no business there, nor more of it than a home can hold. */
function unzipped(zip: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let tooLarge = false
  try {
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        const most = Object.hasOwn(FILES, name) ? FILES[name] : undefined
        tooLarge ||= most !== undefined && originalSize > most
        return most !== undefined && originalSize <= most
      },
    })
    if (!tooLarge) return files
  } catch {
    throw unreadable()
  }
  throw unreadable()
}

const schemas = {
  manifest: manifestSchema,
  history: historySchema,
  radios: radiosSchema,
} as const
const validators = new Map<keyof typeof schemas, ReturnType<Ajv['compile']>>()
function checked<T>(name: keyof typeof schemas, value: unknown): value is T {
  let validator = validators.get(name)
  if (!validator) {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true })
    addFormats.default(ajv)
    validator = ajv.compile(schemas[name])
    validators.set(name, validator)
  }
  return validator(value) === true
}

const isNewer = (manifest: unknown): boolean =>
  typeof manifest === 'object' &&
  manifest !== null &&
  'format' in manifest &&
  manifest.format === 'gatehouse-backup' &&
  'schemaVersion' in manifest &&
  Number(manifest.schemaVersion) > SCHEMA_VERSION

type Encryption = NonNullable<Part['encryption']>

const keyOf = (passphrase: string, salt: Buffer, cost: number): Promise<Buffer> =>
  scryptOf(passphrase.normalize('NFKC'), salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 })

async function seal(plain: Uint8Array, passphrase: string) {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, COST), iv)
  const bytes = new Uint8Array(Buffer.concat([cipher.update(plain), cipher.final()]))
  const encryption: Encryption = {
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    cost: COST,
    salt: salt.toString('hex'),
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
  }
  return { bytes, encryption }
}

async function unseal(
  bytes: Uint8Array,
  { cost, salt, iv, tag }: Encryption,
  passphrase: string,
): Promise<Uint8Array> {
  const key = await keyOf(passphrase, Buffer.from(salt, 'hex'), cost)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'hex')).setAuthTag(
    Buffer.from(tag, 'hex'),
  )
  let zipped: Buffer
  try {
    zipped = Buffer.concat([decipher.update(bytes), decipher.final()])
  } catch {
    throw invalid('/passphrase', undefined, 'BACKUP_PASSPHRASE_WRONG')
  }
  try {
    return await ungzipped(zipped, { maxOutputLength: MOST })
  } catch {
    throw unreadable()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const unreadable = (): Refusal => invalid('/file', undefined, 'BACKUP_UNREADABLE')
const damaged = (): Refusal => invalid('/file', undefined, 'BACKUP_DAMAGED')
