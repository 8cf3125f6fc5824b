"""Prints what docutils makes of the references in each text of a JSON list: its text, and its address, or the label and words of its note."""
import json
import sys

from docutils import nodes
from docutils.core import publish_doctree

settings = {
    "report_level": 5,
    "halt_level": 5,
    "file_insertion_enabled": False,
    "_disable_config": True,
    "pep_file_url_template": "pep-%04d/",
    "rfc_base_url": "https://datatracker.ietf.org/doc/html/",
}


def references_of(text):
    tree = publish_doctree(text, settings_overrides=settings)
    for message in list(tree.findall(nodes.system_message)):
        message.parent.remove(message)
    references = []
    for node in tree.findall():
        if isinstance(node, (nodes.footnote_reference, nodes.citation_reference)):
            note = tree.ids.get(node.get("refid"))
            label = note.next_node(nodes.label) if note else None
            words = "".join(child.astext() for child in note.children[1:]) if note else ""
            references.append(["note", node.astext(), label.astext() if label else "", words])
        elif isinstance(node, nodes.reference) and (node.get("refuri") or node.get("refid")):
            references.append(["link", node.astext(), node.get("refuri") or "#" + node["refid"], ""])
    return references


json.dump([references_of(text) for text in json.load(sys.stdin)], sys.stdout)
