/** A `ref` for what scrolls: the keyboard has to get there too, whether or not there is something to press in it. */
export const reachable = (element: HTMLElement | null): void => {
  if (element) element.tabIndex = 0
}
