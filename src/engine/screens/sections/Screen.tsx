import { useText } from '#i18n/useText.ts'
import type { Block, SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { Boundary } from '#ui/Boundary.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ErrorState } from '#ui/states.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { hrefOf } from '../../actions/href.ts'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { holds } from '../../conditions/holds.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { FactsSection } from './FactsSection.tsx'
import { FormSection } from './FormSection.tsx'
import { ListSection } from './ListSection.tsx'
import styles from './Screen.module.css'
import type { SectionProps } from './SectionFrame.tsx'

function Section({ block, screen, params }: SectionProps<Block>) {
  const { blocks } = useEngine()
  switch (block.block) {
    case 'facts':
      return <FactsSection block={block} screen={screen} params={params} />
    case 'form':
      return <FormSection block={block} screen={screen} params={params} />
    case 'list':
      return <ListSection block={block} screen={screen} params={params} />
    case 'custom': {
      const Component = blocks[block.component]
      if (!Component) throw new Error(`src/screens has no block ${block.component}`)
      return <Component params={params} />
    }
  }
}

/** The first half and the second: sections of unlike heights leave no holes, and none changes sides while it loads. */
function columnsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const half = Math.ceil(blocks.length / 2)
  return [blocks.slice(0, half), blocks.slice(half)].filter((column) => column.length > 0)
}

/** Several blocks on one page, each with its condition; one that fails leaves the others alone. */
export function Screen({ screen, params }: ScreenProps<SectionsScreen>) {
  const { say } = useText()
  const { definitions, situation } = useEngine()
  const runner = useActions()
  const parent = screen.parent === undefined ? undefined : definitions.screen(screen.parent)
  const pageActions = usesOf(screen.pageActions, screen.actions ?? {}, situation)
  return (
    <>
      <PageHeader
        title={say(`screens.${screen.id}.title`)}
        crumb={parent && { label: say(`screens.${parent.id}.title`), href: hrefOf(parent) }}
        context={screen.access?.gateway ? situation.gateway?.name : undefined}
        actions={
          pageActions.length > 0 ? (
            <ActionButtons actions={pageActions} runner={runner} bound={{ route: params }} />
          ) : undefined
        }
      />
      <div className={styles.sections}>
        {columnsOf(screen.sections.filter(({ when }) => holds(when, situation))).map((column) => (
          <div key={column[0]?.id} className={styles.column}>
            {column.map((block) => (
              <Boundary
                key={block.id}
                of={block.id}
                fallback={(retry) => (
                  <ErrorState
                    title={say(`screens.${screen.id}.sections.${block.id}.title`)}
                    onRetry={retry}
                  />
                )}
              >
                <Section block={block} screen={screen} params={params} />
              </Boundary>
            ))}
          </div>
        ))}
      </div>
      {runner.overlays}
    </>
  )
}
