import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { BoundedQueue } from './bounded-queue.ts'

/** 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_LENGTH = 32
const SALT_LENGTH = 16
/** Two at once keep the rest of the server awake; more than this many callers in line are sent away. */
const AT_ONCE = 2
const IN_LINE = 200

const queue = new BoundedQueue(AT_ONCE, IN_LINE)

interface Parsed {
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

/** The password exactly as typed, hashed as `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. Throws QueueFullError. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH)
  return written({
    ...COST,
    salt,
    tag: await derive(password, { ...COST, salt, tag: Buffer.alloc(TAG_LENGTH) }),
  })
}

export interface Verdict {
  correct: boolean
  /** The hash was made with other costs than today's and should be made again. */
  outdated: boolean
}

/** Without a hash (unknown user, no password yet) it takes the same time and is never correct. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<Verdict> {
  const known = hash ? parse(hash) : undefined
  const against = known ?? { ...COST, salt: Buffer.alloc(SALT_LENGTH), tag: randomBytes(TAG_LENGTH) }
  const tag = await derive(password, against)
  const correct = timingSafeEqual(tag, against.tag) && known !== undefined
  const { memory, passes, parallelism } = against
  const outdated = memory !== COST.memory || passes !== COST.passes || parallelism !== COST.parallelism
  return { correct, outdated }
}

function derive(password: string, { memory, passes, parallelism, salt, tag }: Parsed): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    message: Buffer.from(password, 'utf8'),
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
  }
  return queue.run(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, derived) => (error ? reject(error) : resolve(derived)))
      }),
  )
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const written = ({ memory, passes, parallelism, salt, tag }: Parsed): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

const SHAPE =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

function parse(hash: string): Parsed | undefined {
  const [, memory, passes, parallelism, salt = '', tag = ''] = SHAPE.exec(hash) ?? []
  if (memory === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
