import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import manifestSchema from '#schemas/entities/backup-manifest.json' with { type: 'json' }
import type { BackupManifest } from '#schemas/generated/entities/backup-manifest.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { restore_backup as isRestore } from '#schemas/generated/validate-commands.js'
import { deeperThan } from '#server/lib/json-depth.ts'
import { conflict, invalid, type Refusal } from '#server/lib/refusal.ts'

/** Of what a backup holds. A newer one is refused with a sentence; older ones would be brought up to date here. */
const SCHEMA_VERSION = 1

/** What a file may grow to when it is unpacked. */
const MOST = 8_000_000
const MANIFEST_MOST = 10_000
const DEPTH = 32
const COST = 32_768

const scryptOf = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)

export type Facts = Omit<BackupManifest, 'format' | 'schemaVersion' | 'content'>

/** The file of a backup: a zip with its manifest, and what the home is set up as, encrypted where there is a passphrase. */
export async function packed(facts: Facts, content: HomeContent, passphrase?: string): Promise<Uint8Array> {
  const json = strToU8(JSON.stringify(content))
  const sealed = passphrase === undefined ? undefined : await seal(gzipSync(json), passphrase)
  const file = sealed ? 'content.bin' : 'content.json'
  const bytes = sealed?.bytes ?? json
  const manifest: BackupManifest = {
    format: 'gatehouse-backup',
    schemaVersion: SCHEMA_VERSION,
    ...facts,
    content: { file, sha256: sha256(bytes), ...(sealed && { encryption: sealed.encryption }) },
  }
  const files: Zippable = {
    'manifest.json': strToU8(`${JSON.stringify(manifest, null, 2)}\n`),
    [file]: [bytes, { level: sealed ? 0 : 9 }],
  }
  return zipSync(files)
}

/** What a file says that it is. Throws a Refusal that says what is wrong with it. */
export function manifestOf(zip: Uint8Array): BackupManifest {
  return opened(zip).manifest
}

/** Everything in a file, checked; throws a Refusal that says what is wrong with it. */
export async function unpacked(
  zip: Uint8Array,
  passphrase?: string,
): Promise<{ manifest: BackupManifest; content: HomeContent }> {
  const { manifest, bytes } = opened(zip)
  const { encryption } = manifest.content
  if (encryption && passphrase === undefined) throw conflict('BACKUP_PASSPHRASE_NEEDED')
  const json = encryption ? await unseal(bytes, encryption, passphrase ?? '') : bytes
  const text = strFromU8(json)
  if (deeperThan(text, DEPTH) !== undefined) throw unreadable()
  const content = parsed(text)
  // The gateway's own check, so that nothing is kept that no gateway would take.
  if (!isRestore({ content, base: EMPTY })) throw unreadable()
  return { manifest, content: content as HomeContent }
}

const EMPTY: HomeContent = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }

const FILES: Readonly<Record<string, number>> = {
  'manifest.json': MANIFEST_MOST,
  'content.json': MOST,
  'content.bin': MOST,
}

function opened(zip: Uint8Array): { manifest: BackupManifest; bytes: Uint8Array } {
  const files = unzipped(zip)
  const told = files['manifest.json']
  const manifest = told && parsed(strFromU8(told))
  if (isNewer(manifest)) throw conflict('BACKUP_TOO_NEW')
  if (!isManifest(manifest)) throw unreadable()
  const bytes = files[manifest.content.file]
  if (!bytes || sha256(bytes) !== manifest.content.sha256) throw damaged()
  return { manifest, bytes }
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

let validator: ReturnType<Ajv['compile']> | undefined
function isManifest(value: unknown): value is BackupManifest {
  if (!validator) {
    const ajv = new Ajv({ strict: true })
    addFormats.default(ajv)
    validator = ajv.compile(manifestSchema)
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

type Encryption = NonNullable<BackupManifest['content']['encryption']>

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
    return gunzipSync(zipped, { maxOutputLength: MOST })
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
