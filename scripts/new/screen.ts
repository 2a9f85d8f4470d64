import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Draft, Refused, withValues, words } from './draft.ts'

/** `screen admin/outbox_errors outbox`: a list of that resource, its words in both languages. */
export function newScreen(root: string, [path = '', resource = '']: readonly string[]): Draft {
  const [, area = '', id = ''] = /^([a-z]+)\/([a-z]+(?:_[a-z]+)*)$/.exec(path) ?? []
  if (!id || !resource)
    throw new Refused('Name area, screen and resource: npm run new -- screen admin/kept_messages outbox')
  const file = `catalogue/screens/${area}/${id}.json`
  const rows = join(root, 'catalogue/resources', `${resource}.json`)
  if (!existsSync(join(root, 'catalogue/screens', area)))
    throw new Refused(`There is no area ${area} in catalogue/screens.`)
  if (existsSync(join(root, file))) throw new Refused(`${file} is there already.`)
  if (!existsSync(rows))
    throw new Refused(`There is no catalogue/resources/${resource}.json; write it first.`)
  const field = firstColumn(root, resource)
  if (!field)
    throw new Refused(`locales/ch_EN/fields.json names no field of ${resource}; write their heads first.`)
  const screen = {
    $schema: '../../../schemas/definitions/screen.json',
    id,
    route: `/${id}`,
    access: { when: { role: 'admin' } },
    kind: 'list',
    icon: 'settings',
    resource,
    pageSize: 'pageSize',
    columns: [{ field, cell: 'title' }],
  }
  const said = {
    title: words(id),
    context_one: '{{total}} row',
    context_other: '{{total}} rows',
    empty: { title: words(id), text: words(id) },
  }
  const locale = (language: string) => `locales/${language}/screens.json`
  return {
    files: {
      [file]: `${JSON.stringify(screen, null, 2)}\n`,
      ...Object.fromEntries(
        ['ch_DE', 'ch_EN'].map((language) => [
          locale(language),
          withValues(root, locale(language), [[[id], said]]),
        ]),
      ),
    },
    left: [
      `say in ${file} who may open it and what it shows (docs/language.md)`,
      'write its words in locales/*/screens.json, and the heads of its columns in locales/*/fields.json',
      'a line in catalogue/menus leads to it',
      'npm run catalogue:check',
    ],
  }
}

/** Its name, else the first field whose head has words. */
function firstColumn(root: string, resource: string): string | undefined {
  const said = JSON.parse(readFileSync(join(root, 'locales/ch_EN/fields.json'), 'utf8')) as Record<
    string,
    Record<string, unknown>
  >
  const heads = Object.keys(said[resource] ?? {}).filter((head) => typeof said[resource]?.[head] === 'string')
  return heads.includes('name') ? 'name' : heads[0]
}
