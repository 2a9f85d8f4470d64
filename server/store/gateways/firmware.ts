import type { Database } from '../database.ts'
import { versionOrder } from '../text.ts'

/** What is new in it: one text, or one for each language. */
export type Description = string | Readonly<Record<string, string>>

/** A version of the firmware that is offered to the gateways of one model. */
export interface FirmwareCampaign {
  id: string
  model: string
  version: string
  description: Description
  at: number
}

export interface Firmware {
  /** Throws ConflictError when the id is taken. */
  create(campaign: FirmwareCampaign): Promise<void>
  find(id: string): Promise<FirmwareCampaign | undefined>
  ofModel(model: string): Promise<readonly FirmwareCampaign[]>
  /** The newest first. */
  list(query: {
    page: number
    limit: number
    model?: string | undefined
  }): Promise<{ data: readonly FirmwareCampaign[]; count: number }>
  /** By name. */
  models(): Promise<readonly string[]>
  /** How many gateways of a model there are, and how many of them have older firmware than this. */
  behind(model: string, version: string): Promise<{ gateways: number; waiting: number }>
}

const kept = (description: Description): string =>
  typeof description === 'string' ? description : JSON.stringify(description)

/** A text that only looks like several stays what it is. */
function told(text: string): Description {
  if (!text.startsWith('{')) return text
  try {
    const read: unknown = JSON.parse(text)
    const texts = Object.entries(read ?? {}).filter(
      (one): one is [string, string] => typeof one[1] === 'string',
    )
    return texts.length > 0 ? Object.fromEntries(texts) : text
  } catch {
    return text
  }
}

const readAs = (row: Omit<FirmwareCampaign, 'description'> & { description: string }): FirmwareCampaign => ({
  ...row,
  description: told(row.description),
})

export const firmwareOn = ({ sql }: Database): Firmware => {
  const campaigns = () =>
    sql.selectFrom('firmware_campaigns').select(['id', 'model', 'version', 'description', 'created_at as at'])
  return {
    async create({ at, ...campaign }) {
      await sql
        .insertInto('firmware_campaigns')
        .values({ ...campaign, description: kept(campaign.description), created_at: at })
        .execute()
    },
    async find(id) {
      const row = await campaigns().where('id', '=', id).executeTakeFirst()
      return row && readAs(row)
    },
    async ofModel(model) {
      const rows = await campaigns().where('model', '=', model).orderBy('created_at').orderBy('id').execute()
      return rows.map(readAs)
    },
    async list({ page, limit, model }) {
      const [rows, { n }] = await Promise.all([
        campaigns()
          .$if(model !== undefined, (query) => query.where('model', '=', model ?? ''))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        sql
          .selectFrom('firmware_campaigns')
          .$if(model !== undefined, (query) => query.where('model', '=', model ?? ''))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ])
      return { data: rows.map(readAs), count: Number(n) }
    },
    async models() {
      const rows = await sql
        .selectFrom('firmware_campaigns')
        .select('model')
        .distinct()
        .orderBy('model')
        .execute()
      return rows.map(({ model }) => model)
    },
    async behind(model, version) {
      const of = () => sql.selectFrom('gateways').where('model', '=', model)
      const [{ n: gateways }, { n: waiting }] = await Promise.all([
        of()
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
        of()
          .where('fw_order', '<', versionOrder(version))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ])
      return { gateways: Number(gateways), waiting: Number(waiting) }
    },
  }
}
