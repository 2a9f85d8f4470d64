import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { FromOperation, Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListBlock, ListScreen, SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { holds } from '../../conditions/holds.ts'
import { useEngine } from '../../engine.ts'
import { useOwnAddress } from '../list/data/use-list-address.ts'
import { useOperationRows } from '../list/data/use-operation-rows.ts'
import { Filters } from '../list/Filters.tsx'
import { ListBody } from '../list/ListBody.tsx'
import { ListPager } from '../list/ListPager.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import styles from './Screen.module.css'
import type { SectionProps } from './SectionFrame.tsx'

/** The block as the list that it is; its words stand below its section. */
const listOf = (
  { id, resource, pageSize, pageSizes, icon, columns, rowActions, filters }: ListBlock,
  screen: SectionsScreen,
): ListScreen => ({
  id: `${screen.id}.sections.${id}`,
  route: screen.route,
  kind: 'list',
  resource,
  pageSize,
  pageSizes,
  icon,
  columns,
  rowActions,
  filters,
})

/** Rows of calls among other sections. A section is as narrow as a phone: a table has no room in it. */
export default function ListRows({
  block,
  screen,
  params,
  onSettled,
  tries,
}: SectionProps<ListBlock> & { tries: number }) {
  const { say } = useText()
  const { definitions, situation } = useEngine()
  const resource = definitions.resource(block.resource)
  if (!resource || !('operation' in resource.from)) throw new Error(`${block.resource} has no rows of calls`)
  const list = listOf(block, screen)
  const address = useOwnAddress(list, definitions)
  const { refetch, ...data } = useOperationRows(resource as Resource & { from: FromOperation }, address, {
    bound: { route: params },
  })
  const [opened, setOpened] = useState<string>()
  const acting = useActions(refetch)
  const runner: typeof acting = {
    ...acting,
    run: (name, action, bound) => acting.run(name, action, { route: params, ...bound }),
  }
  const again = useEffectEvent(refetch)
  const hasSettled = data.state !== 'loading'
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (hasSettled) settle()
  }, [hasSettled])
  useEffect(() => {
    if (tries > 0) again()
  }, [tries])
  // What one page holds is found by looking; what hides the rest has to be there to be taken away.
  const isNarrowed = address.search !== '' || Object.keys(address.filters).length > 0
  const actions = { ...resource.actions, ...screen.actions }
  const opening = block.open === undefined ? undefined : actions[block.open]
  return (
    <div data-inside>
      {(block.search || block.filters) && (data.total > address.size || isNarrowed) && (
        <div className={styles.search}>
          {block.search && (
            <SearchBox
              label={say(`screens.${list.id}.search`)}
              value={address.search}
              onSearch={(search) => address.change({ search })}
            />
          )}
          {block.filters && (
            <Filters
              filters={block.filters}
              resource={block.resource}
              address={address}
              occurring={data.occurring}
            />
          )}
        </div>
      )}
      <ListBody
        framed
        data={data}
        phone
        screen={list}
        resource={block.resource}
        id={resource.id}
        columns={block.columns.filter(({ when }) => holds(when, situation))}
        rows={data.rows}
        total={data.total}
        address={address}
        open={opening && block.open !== undefined ? { name: block.open, action: opening } : undefined}
        actionsOf={(row) => usesOf(block.rowActions, actions, situation, { row })}
        runner={runner}
        details={
          block.details && {
            facts: block.details,
            opened,
            toggle: (row) => setOpened(row === opened ? undefined : row),
          }
        }
      />
      {data.state === 'ready' && <ListPager address={address} total={data.total} />}
      {runner.overlays}
    </div>
  )
}
