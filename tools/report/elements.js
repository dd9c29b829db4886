"use strict";
// Shared by the pages of results and of traces. Text of others becomes text nodes only.
const $ = (name) => document.getElementById(name);

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== "" && child !== false));
  return element;
}

const text = (tag, kind, ...children) => make(tag, {class: kind}, ...children);
const unseen = (words) => text("span", "unseen", words);
// Allows line breaks in a name.
const broken = (name) => name.split(/(?<=\/|__)/).flatMap((part) => [part, make("wbr", {})]);
const facts = (...pairs) => make("dl", {}, pairs.map(([name, ...words]) => [make("dt", {}, name), make("dd", {}, words)]));

const number = (n) => n.toLocaleString("en");
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;
