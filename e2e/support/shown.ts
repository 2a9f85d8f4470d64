import { expect, type Locator } from 'playwright/test'

/** Which of two stands there, once one does: what is asked at once may not have been drawn yet. */
export async function shown(one: Locator, instead: Locator): Promise<boolean> {
  await expect(one.or(instead).first()).toBeVisible()
  return one.isVisible()
}
